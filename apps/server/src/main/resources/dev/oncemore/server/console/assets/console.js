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

// One stream for each tab tells that something has changed. Nothing moves while somebody points at it, types, has typed or has
// opened it.
(() => {
  const button = document.getElementById("live");
  if (!button || !window.EventSource) return;
  const PARTS = "main h1, main .facts, main .tiles, main .chart, main table";
  let stream = null;
  let stale = false;
  const isChanged = (field) => field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT" ? field.selectedIndex !== Math.max(0, Array.from(field.options).findIndex((option) => option.defaultSelected))
    : field.value !== field.defaultValue;
  const isBusy = () => {
    const focus = document.activeElement;
    return document.querySelector("main :is(.facts, .tiles, .chart, table):hover, main details[open] form, main td input:checked, dialog[open]") !== null
      || (focus && focus !== document.body && focus.closest("main") !== null)
      || document.querySelector("tr.here") !== null
      || Array.from(document.querySelectorAll("main :is(input:not([type=hidden]), textarea, select)")).some(isChanged);
  };
  const renew = async () => {
    if (isBusy()) { stale = true; return; }
    stale = false;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const olds = document.querySelectorAll(PARTS);
    const news = fresh.querySelectorAll(PARTS);
    if (isBusy()) { stale = true; return; }
    if (olds.length === news.length) olds.forEach((old, i) => old.replaceWith(document.importNode(news[i], true)));
    else document.querySelector("main").replaceWith(document.importNode(fresh.querySelector("main"), true));
  };
  const say = () => {
    const on = stream !== null;
    button.textContent = on ? "● Live" : "‖ Paused";
    button.setAttribute("aria-pressed", String(on));
  };
  const listen = (on) => {
    if (stream) stream.close();
    stream = on ? new EventSource("/live") : null;
    if (stream) {
      stream.addEventListener("change", renew);
      stream.addEventListener("open", () => { button.dataset.stream = "open"; });
    }
  };
  const set = (on) => {
    listen(on);
    localStorage.setItem("live", on ? "on" : "off");
    say();
  };
  button.hidden = false;
  button.addEventListener("click", () => set(stream === null));
  document.addEventListener("pointerover", () => { if (stale && stream) renew(); });
  document.addEventListener("focusout", () => { if (stale && stream) setTimeout(renew, 0); });
  // A browser has six connections for all tabs: those that nobody sees need none.
  document.addEventListener("visibilitychange", () => {
    if (localStorage.getItem("live") === "off") return;
    listen(!document.hidden);
    if (!document.hidden) renew();
  });
  set(localStorage.getItem("live") !== "off");
})();
