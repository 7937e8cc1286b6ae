import { describe, expect, test } from 'vitest'
import { browserStorage } from './browser-storage.ts'

/** The page's `localStorage`: methods, and the items as own properties. */
function pageStorage(items: Record<string, string> = {}): Storage {
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, text: string) => void Object.assign(items, { [name]: text }),
    removeItem: (name: string) => void delete items[name],
  }
  return new Proxy(items, { get: (_, name) => methods[name as keyof typeof methods] }) as unknown as Storage
}

describe('browserStorage', () => {
  test('default: keeps, lists and erases', () => {
    const items: Record<string, string> = { 'other 1': 'x' }
    const storage = browserStorage(() => pageStorage(items))
    storage.write('ours 1', 'a')
    storage.write('ours 2', 'b')
    storage.write('ours 1', 'c')
    expect([storage.read('ours 1'), storage.read('ours 3'), storage.names('ours ')]).toEqual([
      'c',
      null,
      ['ours 1', 'ours 2'],
    ])
    storage.erase('ours 1')
    expect(items).toEqual({ 'other 1': 'x', 'ours 2': 'b' })
  })

  test('behaviour: what is refused altogether is kept until the page is reloaded', () => {
    const storage = browserStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    storage.write('ours 1', 'a')
    expect([storage.read('ours 1'), storage.names('ours ')]).toEqual(['a', ['ours 1']])
    storage.erase('ours 1')
    expect([storage.read('ours 1'), storage.names('ours ')]).toEqual([null, []])
  })

  test('behaviour: a full storage does not bring back what was there before', () => {
    const full = pageStorage({ 'ours 1': 'old' })
    const storage = browserStorage(() =>
      Object.assign(Object.create(full), {
        getItem: (name: string) => full.getItem(name),
        setItem() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      }),
    )
    storage.write('ours 1', 'new')
    expect(storage.read('ours 1')).toBe('new')
  })
})
