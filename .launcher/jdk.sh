# shellcheck shell=bash
# Finds the JDK to build and run with. Sourced by ./oncemore and ./verify; runs in bash 3.2 too, which macOS has.

JDK_OLDEST=17 # required by the code
JDK_NEWEST=25 # the newest tested one; a later one is used only if there is no other

# Sets $jdk_feature to the feature number (17, 25, ...) of the JDK in folder $1; fails if there is no JDK in it.
# Reads the "release" file if there is one, because starting javac for each candidate would take seconds.
read_jdk_feature() {
  local home=$1 line version=''
  jdk_feature=''
  { [ -x "$home/bin/javac" ] && [ -x "$home/bin/java" ]; } || return 1
  if [ -r "$home/release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in JAVA_VERSION=*) version=${line#JAVA_VERSION=} ;; esac
    done <"$home/release"
  elif [ "$home" != /usr ]; then # on macOS /usr/bin/javac may be a stub that opens a window
    version=$("$home/bin/javac" -version 2>&1) || return 1
    version=${version#javac }
  fi
  version=${version//\"/}
  version=${version#1.} # 1.8 is 8
  jdk_feature=${version%%[!0-9]*}
  [ -n "$jdk_feature" ]
}

# Prints the folders to search, one per line; the first of equal versions wins.
jdk_places() {
  local javac place
  printf '%s\n' "${JAVA_HOME:-}"
  javac=$(command -v javac) && dirname "$(dirname "$(without_links "$javac")")"
  for place in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* /opt/java/* /opt/jdk*; do
    printf '%s\n' "$place"
  done
}

# Prints path $1 with the symbolic links at its end followed, as "readlink -f" does where it exists.
without_links() {
  local path=$1 target
  while [ -L "$path" ]; do
    target=$(readlink "$path")
    case $target in
      /*) path=$target ;;
      *) path=$(dirname "$path")/$target ;;
    esac
  done
  printf '%s\n' "$path"
}

# Sets $jdk_home to the newest JDK between JDK_OLDEST and JDK_NEWEST, or else to the oldest newer one.
# ONCEMORE_JAVA_HOME has precedence; an unsuitable one is an error, since it was set on purpose.
find_jdk() {
  local place rank best=0
  jdk_home=''
  if [ -n "${ONCEMORE_JAVA_HOME:-}" ]; then
    is_suitable_jdk "$ONCEMORE_JAVA_HOME" || {
      printf '%s\n' "ONCEMORE_JAVA_HOME is $ONCEMORE_JAVA_HOME, which is not a JDK $JDK_OLDEST or later" >&2
      return 1
    }
    jdk_home=$ONCEMORE_JAVA_HOME
    return
  fi
  while IFS= read -r place; do
    { [ -n "$place" ] && is_suitable_jdk "$place"; } || continue
    rank=$((jdk_feature <= JDK_NEWEST ? 10000 + jdk_feature : 10000 - jdk_feature))
    if [ "$rank" -gt "$best" ]; then
      best=$rank
      jdk_home=$place
    fi
  done <<<"$(jdk_places)"
  [ -n "$jdk_home" ] || {
    printf '%s\n' \
      "No JDK $JDK_OLDEST or later (with javac) in JAVA_HOME, on the PATH or in the usual folders." \
      "Install one, for example JDK $JDK_NEWEST, or set ONCEMORE_JAVA_HOME to the folder of one." >&2
    return 1
  }
}

is_suitable_jdk() {
  read_jdk_feature "$1" && [ "$jdk_feature" -ge "$JDK_OLDEST" ]
}

# Fails with a message if Maven is missing.
require_maven() {
  command -v mvn >/dev/null || {
    printf '%s\n' "Maven is missing: install Maven 3.8 or later, so that 'mvn' is on the PATH." >&2
    return 1
  }
}
