import { expect, it } from 'vitest'
import { networkOf, normalAddress } from './address.ts'

it('an address has one spelling: mapped IPv4, zeros, case, ports and zones make no other of it [B147]', () => {
  for (const [given, wanted] of [
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8::10:0:0:1', '2001:db8::10:0:0:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ] as const)
    expect(normalAddress(given), given).toBe(wanted)
  for (const junk of [
    '',
    'x',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4/24',
    '::1::',
    'localhost',
    '2001:db8::/32',
    '1.2.3.4, 5.6.7.8',
    '0x7f000001',
    '2130706433',
  ])
    expect(normalAddress(junk), junk).toBeNull()
})

it('an IPv6 customer is his /64, an IPv4 one his address [B147]', () => {
  const one = networkOf('2001:db8:1:2:aaaa::1')
  expect(one).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(one)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(networkOf('::1')).toBe('::/64')
  expect(networkOf('unknown')).toBe('unknown')
})
