import { describe, expect, it } from 'vitest'
import { createFaultRegistry, type Fault } from './fault-registry.ts'

const KINDS: readonly Fault['kind'][] = ['rate_limit', 'server_error']
const at = (path: string, merchantId: string | null = null) => ({ paths: [path], merchantId })

describe('the fault registry', () => {
  it('strikes a path and the paths below it, a template, and nothing beside', () => {
    const faults = createFaultRegistry()
    faults.set({ kind: 'server_error', count: 9, path: '/v1/products', merchant: null })
    expect(faults.take(KINDS, at('/v1/products'))).toBe('server_error')
    expect(faults.take(KINDS, at('/v1/products/prod_1'))).toBe('server_error')
    expect(faults.take(KINDS, { paths: ['/x', '/v1/products'], merchantId: null })).toBe('server_error')
    expect(faults.take(KINDS, at('/v1/products2'))).toBeNull()
  })

  it('strikes the same with a slash at the end of its path, and everything at the root', () => {
    const faults = createFaultRegistry()
    faults.set({ kind: 'server_error', count: 9, path: '/v1/products', merchant: null })
    faults.set({ kind: 'server_error', count: 2, path: '/v1/products/', merchant: null })
    expect(faults.take(KINDS, at('/v1/products'))).toBe('server_error')
    expect(faults.take(KINDS, at('/v1/products2'))).toBeNull()
    expect(faults.take(KINDS, at('/v1/products/prod_1'))).toBe('server_error')
    expect(faults.take(KINDS, at('/v1/products'))).toBeNull()
    faults.set({ kind: 'rate_limit', count: 1, path: '/', merchant: null })
    expect(faults.take(KINDS, at('/v1/events'))).toBe('rate_limit')
  })

  it('takes the kinds it is asked for, the oldest first, each count times', () => {
    const faults = createFaultRegistry()
    expect(faults.armed).toBe(false)
    faults.set({ kind: 'token_paused', count: 1, path: null, merchant: null })
    faults.set({ kind: 'rate_limit', count: 2, path: null, merchant: 'mer_1' })
    expect(faults.take(KINDS, at('/a'))).toBeNull()
    expect(faults.take(KINDS, at('/a', 'mer_2'))).toBeNull()
    expect(faults.take(KINDS, at('/a', 'mer_1'))).toBe('rate_limit')
    expect(faults.take(KINDS, at('/a', 'mer_1'))).toBe('rate_limit')
    expect(faults.take(KINDS, at('/a', 'mer_1'))).toBeNull()
    expect(faults.take(['token_paused'], at(''))).toBe('token_paused')
    expect(faults.armed).toBe(false)
  })

  it('replaces an equal fault when armed again, and is cleared by 0', () => {
    const faults = createFaultRegistry()
    faults.set({ kind: 'rate_limit', count: 5, path: '/a', merchant: null })
    faults.set({ kind: 'rate_limit', count: 1, path: '/a', merchant: null })
    expect([faults.take(KINDS, at('/a')), faults.take(KINDS, at('/a'))]).toEqual(['rate_limit', null])
    faults.set({ kind: 'rate_limit', count: 5, path: '/a', merchant: null })
    faults.set({ kind: 'server_error', count: 5, path: '/a', merchant: null })
    faults.set({ kind: 'rate_limit', count: 0, path: null, merchant: null })
    expect(faults.take(KINDS, at('/a'))).toBe('server_error')
  })
})
