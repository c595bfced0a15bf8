// Keys for people who do this all day, and pages that renew themselves. Without scripts everything works as well.
"use strict";
(() => {
  const rows = () => Array.from(document.querySelectorAll("table.rows tbody tr"));
  let at = -1;
  const go = (step) => {
    const all = rows();
    if (all.length === 0) return;
    if (at >= 0 && all[at]) all[at].classList.remove("here");
    at = Math.min(all.length - 1, Math.max(0, at + step));
    all[at].classList.add("here");
    all[at].scrollIntoView({ block: "nearest" });
  };
  const inRow = (selector) => at >= 0 && rows()[at] && rows()[at].querySelector(selector);
  const reach = (element) => { if (element) { if (element.href) element.click(); else element.focus(); } };
  const acts = {
    "/": () => reach(document.querySelector("[data-search]")),
    j: () => go(1),
    k: () => go(-1),
    x: () => { const box = inRow("input[type=checkbox]"); if (box) box.checked = !box.checked; },
    e: () => reach(document.querySelector("[data-edit]") || inRow("a[href]")),
    r: () => reach(document.querySelector("[data-redrive]")),
    "?": () => document.getElementById("keys").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox";
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const link = inRow("a[href]");
    if (event.key === "Enter" && link && event.target === document.body) link.click();
    else if (Object.hasOwn(acts, event.key)) { event.preventDefault(); acts[event.key](); }
  });
})();

// What differs from the payload as it was loaded, line by line, while somebody types.
(() => {
  const editor = document.querySelector("textarea[data-diff]");
  if (!editor) return;
  const shown = document.getElementById(editor.dataset.diff);
  const before = editor.defaultValue.split("\n");
  const line = (mark, text) => {
    const part = document.createElement("span");
    part.className = mark === "-" ? "removed" : mark === "+" ? "added" : "";
    part.textContent = mark + " " + text + "\n";
    shown.append(part);
  };
  const draw = () => {
    const now = editor.value.split("\n");
    let start = 0;
    while (start < before.length && start < now.length && before[start] === now[start]) start++;
    let end = 0;
    while (end < before.length - start && end < now.length - start
        && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
    shown.replaceChildren();
    before.slice(start, before.length - end).forEach((text) => line("-", text));
    now.slice(start, now.length - end).forEach((text) => line("+", text));
    shown.hidden = !shown.hasChildNodes();
  };
  editor.addEventListener("input", draw);
})();

(() => {
  if (!navigator.clipboard) return;
  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  });
})();

// Times are the server's, in UTC; people read their own, and find the other when they point at it.
const localTimes = (root) => {
  const local = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
  root.querySelectorAll("time[datetime]").forEach((time) => {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const utc = at.toISOString().slice(0, 19).replace("T", " ") + " UTC";
    time.title = time.hasAttribute("data-ago") ? local.format(at) + " (" + utc + ")" : utc;
    if (!time.hasAttribute("data-ago")) time.textContent = (time.hasAttribute("data-clock") ? clock : local).format(at);
  });
};
localTimes(document);

// What was just done is told once: a page that is loaded again does not tell it again.
(() => {
  const here = new URL(location.href);
  if (!here.searchParams.has("done")) return;
  here.searchParams.delete("done");
  history.replaceState(null, "", here);
})();

// A file that is dropped on the page is chosen, and is not opened instead of the page.
(() => {
  const chooser = document.querySelector("input[type=file][data-drop]");
  if (!chooser) return;
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer || event.dataTransfer.files.length !== 1) return;
    event.preventDefault();
    chooser.files = event.dataTransfer.files;
  });
})();

// A form that is refused keeps what was chosen in it, the file too: only the reason is put into the page.
(() => {
  const form = document.querySelector("form[data-stay]");
  if (!form) return;
  const wrong = form.querySelector("#wrong");
  const tell = (parts) => {
    wrong.replaceChildren(...parts);
    wrong.hidden = false;
    wrong.scrollIntoView({ block: "nearest" });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    const data = new FormData(form);
    if (pressed && pressed.name) data.set(pressed.name, pressed.value);
    if (pressed && pressed.name === "meant") form.elements.company.value = pressed.value;
    const buttons = form.querySelectorAll("button");
    buttons.forEach((button) => { button.disabled = true; });
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "text/html" } });
      if (answer.ok && answer.redirected) {
        location.assign(answer.url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const why = page.querySelector("#wrong");
      wrong.className = why ? why.className : "notice wrong";
      tell(why ? Array.from(why.childNodes, (node) => document.importNode(node, true)) : [form.dataset.stay]);
    } catch {
      tell([form.dataset.stay]);
    }
    buttons.forEach((button) => { button.disabled = false; });
  });
})();

// One stream for each tab tells that something has changed. What stands in [data-now] is then renewed at once, the rest when
// nobody points at it, types, has typed or has opened it.
(() => {
  const button = document.getElementById("live");
  if (!button || !window.EventSource) return;
  const POLL_MS = 1500;
  let stream = null;
  let stale = false;
  let poll = 0;
  let askedAt = 0;
  let seen = new Map();
  const isChanged = (field) => field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : field.type === "file" ? field.files.length > 0
    : field.tagName === "SELECT" ? field.selectedIndex !== Math.max(0, Array.from(field.options).findIndex((option) => option.defaultSelected))
    : field.value !== field.defaultValue;
  const isBusy = () => {
    const focus = document.activeElement;
    return document.querySelector("main :is(.facts, .chart, table):hover, main details[open] form, main td input:checked, dialog[open]") !== null
      || (focus && focus !== document.body && focus.closest("main") !== null)
      || document.querySelector("tr.here") !== null
      || Array.from(document.querySelectorAll("main :is(input:not([type=hidden]), textarea, select)")).some(isChanged);
  };
  const put = (old, fresh) => {
    const next = document.importNode(fresh, true);
    const open = Array.from(old.querySelectorAll("details"), (details) => details.open);
    next.querySelectorAll("details").forEach((details, i) => { if (i < open.length) details.open = open[i]; });
    localTimes(next);
    old.replaceWith(next);
  };
  // A button does not move away under somebody's finger.
  const isInUse = (part) => part.matches(":focus-within") || part.querySelector(":is(button, a, summary):hover") !== null;
  const renewNow = (fresh) => {
    fresh.querySelectorAll("[data-now]").forEach((part) => {
      const old = document.getElementById(part.id);
      if (!old || seen.get(part.id) === part.outerHTML) return;
      if (isInUse(old)) { stale = true; return; }
      seen.set(part.id, part.outerHTML);
      put(old, part);
    });
  };
  const renew = async () => {
    stale = false;
    askedAt = Date.now();
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    // What was told when sending began is not true any more when it has ended.
    if (document.querySelector("main [data-poll]") && !fresh.querySelector("main [data-poll]")) {
      document.querySelector("main > .notice[role=status]")?.remove();
    }
    renewNow(fresh);
    const main = document.querySelector("main");
    if (isBusy()) stale = true;
    else {
      put(main, fresh.querySelector("main"));
      seen = new Map();
    }
    follow(fresh.querySelector("main"));
  };
  // While a sheet is being sent its page asks by itself: the stream tells of queues only.
  const follow = (main) => {
    clearTimeout(poll);
    if (stream && main.querySelector("[data-poll]")) poll = setTimeout(renew, POLL_MS);
  };
  const say = () => {
    const on = stream !== null;
    button.textContent = on ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(on));
  };
  const listen = (on) => {
    if (stream) stream.close();
    delete button.dataset.stream;
    stream = on ? new EventSource("/live") : null;
    if (stream) {
      stream.addEventListener("change", renew);
      stream.addEventListener("open", () => {
        // A stream that opens again was broken, and what changed meanwhile was not told.
        if (button.dataset.stream === "open") renew();
        button.dataset.stream = "open";
      });
    }
    follow(document.querySelector("main"));
  };
  const set = (on) => {
    listen(on);
    localStorage.setItem("live", on ? "on" : "off");
    say();
  };
  button.hidden = false;
  button.addEventListener("click", () => set(stream === null));
  document.addEventListener("pointerover", () => { if (stale && stream && Date.now() - askedAt > 1000) renew(); });
  document.addEventListener("focusout", () => { if (stale && stream) setTimeout(renew, 0); });
  // A browser has six connections for all tabs: those that nobody sees need none.
  document.addEventListener("visibilitychange", () => {
    if (localStorage.getItem("live") === "off") return;
    listen(!document.hidden);
    if (!document.hidden) renew();
  });
  set(localStorage.getItem("live") !== "off");
})();
