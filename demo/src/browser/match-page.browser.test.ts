import { afterEach, expect, test } from 'vitest'
import { matchPage } from './match-page.ts'

const part = (content: string) => {
  const element = document.createElement('main')
  element.innerHTML = content
  return element
}

afterEach(() => document.body.replaceChildren())

test('only differences are changed: focus, an open disclosure and typed text stay', () => {
  const shown = part(
    '<p>one</p><input value=""><details><summary>More</summary></details><p>old</p><p>gone</p>',
  )
  document.body.append(shown)
  const [first, input, details] = shown.children as unknown as [Element, HTMLInputElement, HTMLDetailsElement]
  input.focus()
  input.value = 'ada'
  details.open = true
  matchPage(
    shown,
    part('<p class="warm">one</p><input value=""><details><summary>More</summary></details><p>new</p>'),
  )
  expect(shown.innerHTML).toBe(
    '<p class="warm">one</p><input value=""><details open=""><summary>More</summary></details><p>new</p>',
  )
  expect([shown.firstElementChild, document.activeElement, input.value]).toEqual([first, input, 'ada'])
})

test('a row whose place another takes is gone, with its button: a press never acts on the other row', () => {
  const shown = part('<div id="a"><button>Start</button></div><div id="b"><button>Start</button></div>')
  document.body.append(shown)
  const button = shown.querySelector('button')
  matchPage(shown, part('<div id="b"><button>Start</button></div>'))
  expect(shown.innerHTML).toBe('<div id="b"><button>Start</button></div>')
  expect(button?.isConnected).toBe(false)
})
