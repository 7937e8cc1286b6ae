import { afterAll } from 'vitest'

// Files of tests share a page one after the other, and each finds it as the first did.
afterAll(() => {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
