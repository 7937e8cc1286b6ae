import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { arrives } from './person.ts'
import { type Stage, stage } from './stage.ts'

/** Places whose width depends on the card, by the markup around it. */
export const LAYOUTS: Record<string, string> = {
  'a block': '<div></div>',
  'a centred grid': '<div style="display:grid;place-items:center"></div>',
  'a grid with an automatic column':
    '<div style="display:grid;grid-template-columns:auto;justify-content:center"></div>',
  'an inline grid': '<div style="display:inline-grid"></div>',
  'a dialog': '<dialog></dialog>',
  'a popover': '<div popover></div>',
  'a flex row': '<div style="display:flex"></div>',
  'a centred flex row': '<div style="display:flex;justify-content:center"></div>',
  'a flex column with its items centred':
    '<div style="display:flex;flex-direction:column;align-items:center"></div>',
  'a flex row that wraps': '<div style="display:flex;flex-wrap:wrap"></div>',
  'an inline flex box': '<div style="display:inline-flex"></div>',
  'a float': '<div style="float:left"></div>',
  'a float at the end': '<div style="float:right"></div>',
  'a table cell': '<table style="border-spacing:0"><tr><td style="padding:0"></td></tr></table>',
  'a box that looks like a table': '<div style="display:table"></div>',
  'an absolute box': '<div style="position:absolute;left:0;top:0"></div>',
  'a fixed box': '<div style="position:fixed;left:0;top:0"></div>',
  'an inline block': '<div style="display:inline-block"></div>',
  'fit-content': '<div style="width:fit-content"></div>',
  'fit-content with automatic margins': '<div style="width:fit-content;margin:auto"></div>',
  'max-content': '<div style="width:max-content;max-width:100%"></div>',
  columns: '<div style="column-width:480px"></div>',
  'a flex row in a flex column':
    '<div style="display:flex;flex-direction:column;align-items:center"><div style="display:flex"></div></div>',
  'a grid in an inline block':
    '<div style="display:inline-block"><div style="display:grid;place-items:center"></div></div>',
  'a right-to-left float': '<div dir="rtl"><div style="float:right"></div></div>',
  'vertical writing around it':
    '<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb"></div></div>',
}

/** Styles that a page may put on the tag itself. */
export const OWN_STYLES = [
  '',
  'display:flex',
  'display:inline-block',
  'display:grid',
  'float:left',
  'position:absolute',
  'margin:auto',
  'display:table',
  'width:fit-content',
  'width:max-content;max-width:100%',
  'min-width:0;flex:none;max-width:100%',
  'flex:1',
  'width:100%',
]

const WINDOW = [
  [1000, 440],
  [320, 320],
] as const

/** The card gets its greatest width if there is room, else the available width. The page never scrolls sideways. */
export async function fitsIn(markup: string, own = ''): Promise<void> {
  document.body.style.margin = '0'
  for (const [width, wanted] of WINDOW) {
    await page.viewport(width, 900)
    const here = enter(markup, own)
    await arrives(here, 'choosing')
    await here.element.updateComplete
    const { left, right } = cardOf(here).getBoundingClientRect()
    expect.soft(right - left, `${width} px: ${markup} ${own}`).toBeCloseTo(wanted, 0)
    expect
      .soft(document.documentElement.scrollWidth, `${width} px: ${markup} ${own} scrolls`)
      .toBeLessThanOrEqual(width)
    here.element.remove()
    document.body.replaceChildren()
  }
}

export const cardOf = ({ element }: Stage): HTMLElement =>
  element.renderRoot.querySelector('.card') as HTMLElement

function enter(markup: string, own: string): Stage {
  document.body.innerHTML = markup
  const outer = document.body.firstElementChild as HTMLElement
  const inner = deepest(outer)
  const here = stage()
  here.element.style.cssText = own
  inner.append(here.element)
  if (outer instanceof HTMLDialogElement) {
    outer.style.cssText = 'padding:0;border:0;margin:0;max-width:100%'
    outer.showModal()
  } else if (outer.popover !== null) {
    outer.style.cssText = 'padding:0;border:0;margin:0;max-width:100%'
    outer.showPopover()
  }
  return here
}

function deepest(element: Element): Element {
  return element.firstElementChild ? deepest(element.firstElementChild) : element
}

/** Overlapping lines, and parts that are wider than their place. */
export function crowded(root: HTMLElement): string[] {
  const lines: { box: DOMRect; text: string }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const parent = node.parentElement
    if (
      !parent ||
      !node.data.trim() ||
      !parent.checkVisibility({ visibilityProperty: true }) ||
      parent.closest('.visually-hidden, option')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) if (box.width > 1) lines.push({ box, text: node.data.trim() })
  }
  const edge = root.getBoundingClientRect()
  const found = lines
    .filter(({ box }) => box.left < edge.left || box.right > edge.right)
    .map(({ text }) => `over the edge: ${text}`)
  for (const [index, { box, text }] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (across > 1 && down > 0.4 * Math.min(box.height, other.box.height))
        found.push(`${text} on ${other.text}`)
    }
  return found
}
