import { describe, expect, test } from 'vitest'
import { isPublicAddress, targetProblem } from './target.ts'

describe('isPublicAddress', () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s is not', address => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    '%s is',
    address => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('targetProblem', () => {
  test.each([
    'https://localhost/hooks',
    'https://LOCALHOST./hooks',
    'https://intranet/hooks',
    'https://db.internal/',
    'https://printer.local/',
    'https://shop.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3:8443/',
  ])('%s must lead elsewhere outside local mode', url => {
    expect(targetProblem(url, [443, 80])).toBe('must lead to a public address')
    expect(targetProblem(url, null)).toBeNull()
  })

  test('http is for local mode', () => {
    expect(targetProblem('http://shop.example/', [443, 80])).toBe('must begin with https://')
    expect(targetProblem('http://127.0.0.1:3000/', null)).toBeNull()
  })

  test.each(['https://shop.example/hooks?token=1', 'https://8.8.8.8/', 'https://[2606:4700:4700::1111]/'])(
    '%s is fine',
    url => expect(targetProblem(url, [443, 80])).toBeNull(),
  )

  test('other ports than the named ones are not for sending to', () => {
    const ports = [443, 80, 8443]
    const problems = ['', ':443', ':80', ':8443', ':22', ':9200'].map(port =>
      targetProblem(`https://shop.example${port}/hooks`, ports),
    )
    const wrong = 'must lead to port 443 or 80 or 8443'
    expect(problems).toEqual([null, null, null, null, wrong, wrong])
  })
})
