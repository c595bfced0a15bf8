'use strict';
// Draws the charts again so that they answer the mouse, the keyboard and the legend. Without it, plain pictures remain.
(() => {
  // A picture is as wide as its place, so that a pixel of it is one of the screen and labels can be read on a phone.
  const WIDEST = 860, NARROWEST = 240, H = 280, R = 16, T = 12, B = 42, TICKS = 5, LABEL = 64;
  const data = JSON.parse(document.getElementById('charts').textContent);
  const colours = JSON.parse(document.getElementById('colours').textContent);
  const hidden = new Set(decodeURIComponent(location.hash.slice(1)).split('|').filter(Boolean));
  const redraws = [];
  const node = (name, attributes, text) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const said = (value) => Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(+value.toFixed(2));
  const roundedUp = (most) => {
    if (most <= 0) return 1;
    const power = Math.pow(10, Math.floor(Math.log10(most)));
    return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => most <= step * 1.0000001);
  };
  // How many of its steps an axis needs; the last is the first that is not below the largest value.
  const stepsTo = (most, step) => Math.max(1, Math.ceil(most / step - 1e-7));

  document.querySelectorAll('figure[data-chart]').forEach((figure) => {
    const chart = data[Number(figure.dataset.chart)];
    const last = chart.points[chart.points.length - 1];
    const first = chart.points[0] < last / 20 ? 0 : chart.points[0];
    const span = last - first || 1;
    let W = WIDEST, L = 70;
    const x = (point) => L + (W - L - R) * (point - first) / span;
    const svg = node('svg', { class: 'chart', role: 'img', tabindex: 0, 'aria-label': chart.title });
    const legend = document.createElement('ul');
    const moment = document.createElement('div');
    legend.className = 'legend';
    moment.className = 'moment';
    const values = chart.lines.map((line, i) => {
      const item = document.createElement('li'), button = document.createElement('button');
      const swatch = document.createElement('i'), number = document.createElement('b');
      swatch.style.background = colours[i % colours.length];
      button.type = 'button';
      button.append(swatch, line.label, ' ', number);
      button.onclick = () => {
        hidden.has(line.label) ? hidden.delete(line.label) : hidden.add(line.label);
        history.replaceState(null, '', hidden.size ? '#' + encodeURIComponent([...hidden].join('|')) : location.pathname + location.search);
        redraws.forEach((redraw) => redraw());
      };
      item.append(button);
      legend.append(item);
      return { button, number };
    });
    let cursor = null;

    const fitting = () => Math.max(NARROWEST, Math.min(WIDEST, Math.round(svg.getBoundingClientRect().width) || WIDEST));

    const draw = () => {
      W = fitting();
      svg.setAttribute('viewBox', `0 0 ${W} ${H}`);
      svg.replaceChildren();
      const shown = chart.lines.filter((line) => !hidden.has(line.label));
      const largest = Math.max(0, ...shown.flatMap((line) => line.values));
      const rise = roundedUp(largest / TICKS);
      const ticks = stepsTo(largest, rise);
      L = 14 + 7 * Math.max(...Array.from({ length: ticks + 1 }, (_, tick) => said(rise * tick).length));
      const y = (value) => H - B - (H - T - B) * value / (rise * ticks);
      for (let tick = 0; tick <= ticks; tick++) {
        svg.append(node('path', { class: 'grid', d: `M${L} ${y(rise * tick)}H${W - R}` }));
        svg.append(node('text', { x: L - 6, y: y(rise * tick) + 4, 'text-anchor': 'end' }, said(rise * tick)));
      }
      const step = roundedUp(span / Math.max(1, Math.min(TICKS, Math.floor((W - L - R) / LABEL))));
      for (let at = Math.ceil(first / step) * step; at <= last + step / 1000; at += step) {
        svg.append(node('text', { x: x(at), y: H - B + 18, 'text-anchor': 'middle' }, said(at)));
      }
      svg.append(node('text', { x: W - R, y: H - 6, 'text-anchor': 'end' }, chart.across));
      svg.append(node('text', { x: L, y: H - 6 }, chart.up));
      chart.lines.forEach((line, i) => {
        values[i].button.setAttribute('aria-pressed', String(!hidden.has(line.label)));
        values[i].number.textContent = cursor === null ? '' : said(line.values[cursor]);
        if (hidden.has(line.label)) return;
        const points = line.values.map((value, k) => `${x(chart.points[k]).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
        svg.append(node('polyline', { points, stroke: colours[i % colours.length] }));
        if (cursor !== null) {
          svg.append(node('circle', { cx: x(chart.points[cursor]), cy: y(line.values[cursor]), r: 3.5, fill: colours[i % colours.length] }));
        }
      });
      if (cursor !== null) {
        svg.append(node('path', { class: 'cursor', d: `M${x(chart.points[cursor])} ${T}V${H - B}` }));
        moment.textContent = `at ${said(chart.points[cursor])} ${chart.across}`;
      } else {
        moment.textContent = '';
      }
    };
    const move = (to) => {
      cursor = to === null ? null : Math.max(0, Math.min(chart.points.length - 1, to));
      draw();
    };
    svg.addEventListener('pointermove', (event) => {
      const box = svg.getBoundingClientRect();
      const point = first + span * ((event.clientX - box.left) / box.width * W - L) / (W - L - R);
      let nearest = 0;
      chart.points.forEach((other, i) => {
        if (Math.abs(other - point) < Math.abs(chart.points[nearest] - point)) nearest = i;
      });
      move(nearest);
    });
    svg.addEventListener('pointerleave', () => move(null));
    svg.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        move((cursor ?? 0) + step);
        event.preventDefault();
      }
    });
    figure.replaceChildren(moment, svg, legend);
    redraws.push(draw);
    draw();
    new ResizeObserver(() => {
      if (fitting() !== W) draw();
    }).observe(figure);
  });
})();
