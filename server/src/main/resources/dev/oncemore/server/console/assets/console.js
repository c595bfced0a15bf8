// Keys for people who do this all day. Without scripts everything works as well.
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
  const open = () => {
    const row = rows()[at];
    const link = row && row.querySelector("a[href]");
    if (link) link.click();
  };
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const search = document.querySelector("[data-search]");
    if (event.key === "/" && search) { event.preventDefault(); search.focus(); }
    else if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "Enter" && at >= 0 && event.target === document.body) open();
    else if (event.key === "?") document.getElementById("keys").showModal();
  });
})();
