import { join } from 'node:path'
import { type Benchmark, figure, median, medianRatio } from './figure.ts'
import { BACKEND_BUILT, BACKEND_SOURCE, build, prepareRealBackend } from './servers.ts'

const ROUNDS = 9
const SCRIPTS = {
  hello: join(import.meta.dirname, 'hello-server.ts'),
  source: BACKEND_SOURCE,
  built: BACKEND_BUILT,
}
const HELLO = 'a bare Hono hello'

/** From spawning Node to the first answer out of the database, on a folder that was used before and a chain that runs already. */
export const start: Benchmark = async bench => {
  bench.progress('building the backend')
  build('backend')
  const real = await prepareRealBackend(bench)
  const first = await real.start()
  const { test_key } = await real.makeMerchant(first.line.url)
  await first.stop()
  const headers = { authorization: `Bearer ${test_key}` }
  const times = { hello: [] as number[], source: [] as number[], built: [] as number[] }
  // The first start of each fills Node's compile cache, as an earlier start on any machine has done.
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.progress(`start ${round} of ${ROUNDS}`)
    for (const name of ['hello', 'source', 'built'] as const) {
      const started = performance.now()
      const server = await real.start({ script: SCRIPTS[name] })
      const { ok } = await fetch(server.line.url + (name === 'hello' ? '' : '/v1/products'), { headers })
      if (!ok) throw new Error(`${SCRIPTS[name]} did not answer with 200.`)
      if (round > 0) times[name].push(performance.now() - started)
      await server.stop()
    }
  }
  const firstAnswer = (name: 'built' | 'source', most: number) =>
    figure(`first answer, ${name}`, {
      value: median(times[name]),
      unit: 'ms',
      against: HELLO,
      ratio: medianRatio(times[name], times.hello),
      most,
    })
  return [firstAnswer('built', 1.3), firstAnswer('source', 3)]
}
