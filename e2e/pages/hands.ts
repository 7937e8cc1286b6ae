import { expect, type Locator, type Page } from '@playwright/test'

/** How a person uses a page: every control is reached, then used, by keys or by touch alone. */
export type Hands = {
  press(control: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses the option of a select by its label. */
  pick(select: Locator, label: string): Promise<void>
  /** Chooses one button of the card's radio group. */
  choose(radio: Locator): Promise<void>
}

/** More than a page has. Then the control cannot be reached. */
const MOST_TABS = 80

/** A keyboard without a pointer. */
export function keyboard(page: Page): Hands {
  const reach = async (control: Locator) => {
    await expect(control.first()).toBeEnabled()
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await control.evaluateAll(all => all.some(each => each.matches(':focus')))) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${control}.`)
  }
  return {
    press: async control => {
      await reach(control)
      await page.keyboard.press('Enter')
    },
    write: async (field, text) => {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    pick: async (select, label) => {
      await reach(select)
      await page.keyboard.type(label)
      await expect(select.locator('option:checked')).toHaveText(label)
    },
    choose: async radio => {
      await reach(page.locator('billing-authorise').getByRole('radio'))
      for (let arrows = 0; !(await radio.isChecked()); arrows++) {
        if (arrows > MOST_TABS) throw new Error(`No arrow reaches ${radio}.`)
        await page.keyboard.press('ArrowLeft')
      }
    },
  }
}

/** A finger on a phone, and the phone's keyboard. */
export function finger(page: Page): Hands {
  return {
    press: control => control.tap(),
    write: async (field, text) => {
      await field.tap()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    // The phone's own list lies outside of the page.
    pick: async (select, label) => {
      await select.selectOption({ label })
    },
    choose: radio => radio.tap(),
  }
}
