import { expect, test } from 'vitest'
import * as standIns from './no-node-modules.ts'
import * as nodeModules from './node-modules.ts'

test('a browser has a stand-in for each module of Node, which says what to pass instead', async () => {
  expect(Object.keys(standIns)).toEqual(Object.keys(nodeModules))
  for (const load of Object.values(standIns))
    await expect(load()).rejects.toMatchObject({ code: 'parameter_invalid', field: 'store' })
})
