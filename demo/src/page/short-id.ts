/** With the prefix of an id whole: `sub_8fK2…q9Lx`, `0x708e…74C7`. */
export function shortId(id: string): string {
  const head = id.startsWith('0x') ? 6 : id.indexOf('_') + 5
  return id.length > head + 5 ? `${id.slice(0, head)}…${id.slice(-4)}` : id
}
