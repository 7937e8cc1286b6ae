import { bundledSize } from './bundled-size.ts'

/** Prints the weight of the client in a page, in bytes of gzip. */
process.stdout.write(`${await bundledSize()}\n`)
