/** Plainly wrong addresses only; whether mail arrives is not for the page to say. */
export function isEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && email.trim().length <= 254
}
