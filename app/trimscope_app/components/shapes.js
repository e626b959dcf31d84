// What happened to a message, as a shape in a square of 16, by action; texts of ours by what they are.

export const SHAPES = {
  keep: "M8 3.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 0 1 0-9.6",
  plain: "M8 6.8a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 0 1 0-2.4",
  anchor: "M8 6v8M8 2.4a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 0 1 0-3.6M3 9.5c.4 3 2.4 4.5 5 4.5s4.6-1.5 5-4.5M5.5 8h5",
  truncate: "M2.5 5h4M9.5 5h4M2.5 11h4M9.5 11h4M9.2 2.5L6.8 13.5",
  filter: "M2.5 3.5h11L9.5 8.2v5L6.5 11.4V8.2z",
  dedupe: "M2.5 5.5h8v8h-8zM5.5 5.5v-3h8v8h-3M4.8 9.5h3.4",
  compact: "M8 1.5v4M5.8 3.6L8 5.8l2.2-2.2M8 14.5v-4M5.8 12.4L8 10.2l2.2 2.2M3 8h10",
  clear: "M3 3.5h10v9H3z",
  drop: "M4 4l8 8M12 4l-8 8",
  summarise: "M3 3h10M3 6h10M5.5 9L8 11.5 10.5 9M3 14h10",
  move: "M3 5h7.5a2.5 2.5 0 0 1 0 5H5M7.5 7.5L5 10l2.5 2.5",
  merge: "M3 2.5v4c0 2 1.5 3.5 5 3.5h5M10.5 7.5L13 10l-2.5 2.5",
  frame: "M5 2.5H2.5v11H5M11 2.5h2.5v11H11M6 6.5h4M6 9.5h4",
  insert: "M4 13.5V7a4 4 0 0 1 8 0v6.5zM2.5 13.5h11M6.5 8h3",
  other: "M2.5 3.5h11v7.5h-6L4.5 13.5V11h-2z",
  result: "M3 3.5h10v9H3zM8 5.8v4.4M5.8 8h4.4",
  summary: "M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3",
  ledger: "M2.5 4.2l1.2 1.2 2-2.2M2.5 11.2l1.2 1.2 2-2.2M8 4.5h5.5M8 11.5h5.5",
  memory: "M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14",
  fault: "M8 2.2L14.5 13.5h-13zM8 6.5v3.5M8 11.6v.6",
}
