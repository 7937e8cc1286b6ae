/** One line in the console about a value that the element ignores. */
export function warnDeveloper(line: string): void {
  // biome-ignore lint/suspicious/noConsole: a developer looks there.
  console.warn(`<billing-authorise> ${line.replace(/\s+/g, ' ')}`)
}
