import { expect, test, vi } from 'vitest'
import { pagePorts } from './ports.ts'

test('behaviour: without storage, the elements of a page still share their values', () => {
  vi.stubGlobal('localStorage', undefined)
  pagePorts().storage.write('billing-authorise lock', 'asked')
  expect(pagePorts().storage.read('billing-authorise lock')).toBe('asked')
})
