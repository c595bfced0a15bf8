# shellcheck shell=bash
# Builds a module so that it can run, with Maven's profile "fast", which writes to target/fast of each module. Sourced by
# ./oncemore, which sets $root, $module and $jdk_home.
#
# target/launcher has the lock, since modules share their dependencies, and for each module that runs:
#   class-path   copies of our own jars, and other libraries in Maven's repository
#   sources      the sources of the class path, one path per line
#   built        an empty file with the start time of that build
#   jars.*       the copies. A build makes new ones, so a running program keeps its own.
#   build.log    Maven's output

lock=$root/target/launcher/lock
state=$root/target/launcher/${module##*/}

say() { printf 'oncemore: %s\n' "$*" >&2; }

# Builds unless there is a build newer than its sources.
ensure_built() {
  is_fresh && return
  require_maven || exit 1
  mkdir -p "$state"
  lock
  # Another launcher may have built while this one waited.
  is_fresh || build || {
    unlock
    exit 1
  }
  unlock
}

is_fresh() {
  local entry entries sources=()
  { [ -f "$state/built" ] && [ -f "$state/class-path" ] && [ -f "$state/sources" ]; } || return 1
  # The copy of a checkout has the paths of the original, whose sources and jars it must not run.
  IFS= read -r entry <"$state/sources"
  [ "$entry" = "$root/pom.xml" ] || return 1
  IFS=: read -r -a entries <"$state/class-path"
  for entry in "${entries[@]}"; do
    [ -f "$entry" ] || return 1
  done
  while IFS= read -r entry; do
    [ -e "$entry" ] || return 1
    sources+=("$entry")
  done <"$state/sources"
  # Folders are compared as well as files, because a deleted file shows only there.
  [ -z "$(find "${sources[@]}" -newer "$state/built" -print | head -n 1)" ]
}

build() {
  local log=$state/build.log start=$SECONDS
  # Sources that change from now on are newer than this build.
  touch "$state/started"
  : >"$log"
  JAVA_HOME=$jdk_home mvn -B --no-transfer-progress -Dfast -f "$root/pom.xml" -pl "$module" -am package \
    >"$log" 2>&1 </dev/null &
  build_pid=$!
  # A background process does not receive Ctrl-C. The exit codes are those of a process ended by a signal.
  trap 'cancel_build 130' INT
  trap 'cancel_build 143' TERM
  trap 'cancel_build 129' HUP
  show_progress "$log" "$start"
  if ! wait "$build_pid"; then
    end_progress
    say "the build failed:"
    show_errors "$log"
    say "full log: $log"
    return 1
  fi
  publish || return 1
  trap - INT TERM HUP
  end_progress
  [ -t 2 ] || say "built in $((SECONDS - start)) s"
}

# Maven's errors without its general advice; the last lines if none is marked.
show_errors() {
  local errors advice='^\[ERROR\] (-> )?\[Help 1\]|-e switch|-X switch|read the following|resume the build|<args> -rf'
  errors=$(grep -E '^\[(ERROR|FATAL)\] *[^ ]' "$1" | grep -Ev "$advice" | head -n 15)
  if [ -n "$errors" ]; then printf '%s\n' "$errors" >&2; else tail -n 15 "$1" >&2; fi
}

cancel_build() {
  kill "$build_pid" 2>/dev/null
  wait "$build_pid" 2>/dev/null
  unlock
  end_progress
  say "the build was interrupted"
  exit "$1"
}

# One line with the current module and the elapsed time; without a terminal, one line for each module.
show_progress() {
  local log=$1 start=$2 now='' before=''
  while kill -0 "$build_pid" 2>/dev/null; do
    now=$(sed -n 's/^\[INFO\] Building \(.*\) [^ ][^ ]*  *\(\[[0-9]*\/[0-9]*\]\)$/\1 \2/p' "$log" | tail -n 1)
    if [ -t 2 ]; then
      printf '\r\033[Koncemore: building%s, %d s' "${now:+ $now}" $((SECONDS - start)) >&2
    elif [ -n "$now" ] && [ "$now" != "$before" ]; then
      say "building $now"
      before=$now
    fi
    sleep 0.2
  done
}

end_progress() {
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# Makes the result of the build the class path of the next runs.
publish() {
  local built=$root/$module/target/fast jars entry entries copy class_path='' source
  jars=$(mktemp -d "$state/jars.XXXXXX") || return 1
  printf '%s\n' "$root/pom.xml" "$root/.mvn" >"$state/sources.new"
  IFS=: read -r -a entries <<<"$built/oncemore-${module##*/}.jar:$(cat "$built/classpath")"
  for entry in "${entries[@]}"; do
    case $entry in
      "$root"/*/*/target/fast/*.jar)
        copy=$jars/${entry##*/}
        cp "$entry" "$copy" || return 1
        class_path+=:$copy
        for source in pom.xml src/main; do
          source=${entry%/target/fast/*}/$source
          [ ! -e "$source" ] || printf '%s\n' "$source" >>"$state/sources.new"
        done
        ;;
      *) class_path+=:$entry ;;
    esac
  done
  printf '%s\n' "${class_path#:}" >"$state/class-path.new"
  {
    mv "$state/sources.new" "$state/sources" \
      && mv "$state/class-path.new" "$state/class-path" \
      && mv "$state/started" "$state/built"
  } || return 1
  forget_old_jars
}

# Keeps the copies of the last three builds: a running program may not have opened all of its jars yet.
forget_old_jars() {
  local jars
  # The names are our own and contain no blanks.
  # shellcheck disable=SC2012
  ls -1dt "$state"/jars.* | tail -n +4 | while IFS= read -r jars; do rm -rf "$jars"; done
}

# flock is released when its process ends. Without flock (macOS) a folder is the lock; a lock whose owner is gone is removed.
lock() {
  if command -v flock >/dev/null; then
    exec 9>"$lock"
    flock -n 9 || { say "waiting for another build"; flock 9; }
    return
  fi
  local waiting=''
  until mkdir "$lock.d" 2>/dev/null; do
    if [ -z "$waiting" ]; then
      say "waiting for another build (remove $lock.d if there is none)"
      waiting=yes
    fi
    break_stale_lock
    sleep 0.3
  done
  printf '%s\n' "$$" >"$lock.d/owner"
}

# Only one process removes a lock at a time, and checks again first: otherwise it might remove the lock of the next owner.
break_stale_lock() {
  local owner
  mkdir "$lock.breaking" 2>/dev/null || return 0
  owner=$(cat "$lock.d/owner" 2>/dev/null)
  if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
    rm -rf "$lock.d"
  fi
  rmdir "$lock.breaking"
}

unlock() {
  if command -v flock >/dev/null; then
    exec 9>&-
  else
    rm -rf "$lock.d"
  fi
}
