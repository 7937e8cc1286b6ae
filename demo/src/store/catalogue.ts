import { createHash } from 'node:crypto'
import type { BillingClient, Product, ProductCreateParameters } from '@per-second/client'

/** A machine on the shelf: the billing service's fields, and those of the shop window alone. */
export type Machine = {
  product: ProductCreateParameters
  facts: string[]
  /** The unit a person thinks in for this machine. */
  pricedBy: 'hour' | 'minute'
  note: string
  drawing: 'card' | 'desk' | 'rack' | 'prompt'
}

export const MACHINES: readonly Machine[] = [
  {
    product: {
      name: 'H100 80 GB',
      description: 'One NVIDIA H100 with 80 GB, 26 cores and 200 GB of memory. Ready in 20 seconds.',
      rate_usd_per_second: '0.000692',
    },
    facts: ['80 GB HBM3', '26 cores', '200 GB RAM', '3.2 TB NVMe'],
    pricedBy: 'hour',
    note: 'For fine-tuning and large inference. The meter starts when you authorise.',
    drawing: 'card',
  },
  {
    product: {
      name: 'Studio seat',
      description:
        'A remote desktop on an L40S for Blender, Resolve and Unreal. Pause it while you are at lunch.',
      rate_usd_per_second: '0.00025',
      allow_pause: true,
    },
    facts: ['48 GB L40S', '4K at 60 Hz', '16 cores', 'Pausable'],
    pricedBy: 'minute',
    note: 'Your desktop waits while it is paused, and the meter waits with it.',
    drawing: 'desk',
  },
  {
    product: {
      name: 'Cluster, 8 × H100',
      description: 'Eight H100 on one NVLink board, bare metal. Billing begins when your node has booted.',
      rate_usd_per_second: '0.005536',
      start_mode: 'merchant',
    },
    facts: ['640 GB HBM3', '900 GB/s NVLink', '208 cores', 'Bare metal'],
    pricedBy: 'hour',
    note: 'Booting takes a few minutes. Those are on us: we start the meter when it is up.',
    drawing: 'rack',
  },
  {
    product: {
      name: 'Sandbox',
      description: 'Two cores and 4 GB to try things out. A whole day costs less than a dollar.',
      rate_usd_per_second: '0.0000085',
      allow_pause: true,
    },
    facts: ['2 cores', '4 GB RAM', '20 GB disk', 'Pausable'],
    pricedBy: 'hour',
    note: 'The way to see how a meter feels before you rent something warm.',
    drawing: 'prompt',
  },
]

export type ShelfItem = Machine & { sold: Product }

/**
 * Finds the machines among the merchant's products, in the order of the shop window. Machines without a
 * product are left out.
 */
export async function listShelf(billing: BillingClient): Promise<ShelfItem[]> {
  const products: Product[] = []
  for await (const product of billing.products.list({ limit: 100 })) products.push(product)
  return MACHINES.flatMap(machine => {
    const sold = products.find(product => isSame(product, machine.product))
    return sold ? [{ ...machine, sold }] : []
  })
}

/**
 * Creates missing products. The idempotency key follows from the content, so two stores starting at once create it
 * once.
 */
export async function ensureCatalogue(billing: BillingClient): Promise<void> {
  const shelf = await listShelf(billing)
  for (const { product } of MACHINES.toReversed()) {
    if (shelf.some(item => item.product === product)) continue
    const digest = createHash('sha256').update(JSON.stringify(product)).digest('hex')
    await billing.products.create(product, { idempotencyKey: `ostra-catalogue-${digest.slice(0, 32)}` })
  }
}

function isSame(product: Product, wanted: ProductCreateParameters): boolean {
  return (
    product.name === wanted.name &&
    product.rate_usd_per_second === wanted.rate_usd_per_second &&
    product.start_mode === (wanted.start_mode ?? 'checkout')
  )
}
