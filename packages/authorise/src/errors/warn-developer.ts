/** One line in the console about what the page has set and the element passes over. */
export function warnDeveloper(line: string): void {
  // biome-ignore lint/suspicious/noConsole: a developer looks there.
  console.warn(`<billing-authorise> ${line}`)
}
