/** Whether a secret key stands in a text, also with spaces or quotes around it. A console's lines are kept, so they never repeat one. */
export function holdsSecretKey(text: string): boolean {
  return /(?<![a-z])sk_/i.test(text)
}
