import { expect, it } from 'vitest'
import { networkOf, widerNetworksOf } from './network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.8:40001', '203.0.113.8'],
  ['203.0.113.8:4000n', '203.0.113.8'],
  [' 203.0.113.8:1 ', '203.0.113.8'],
  ['"[2001:db8:1:2::9]:4711"', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
  ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  // whatever a proxy calls those it hides: they are one, and no way round a limit
  ['nowhere', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden:40001', 'unknown'],
  ['_hidden:40002', 'unknown'],
  ['', 'unknown'],
  ['999.0.0.1:4', 'unknown'],
])('FC-86 counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['192.0.2.7', ['192 0', '192 0 2', '192.0.2.7']],
  ['2001:db8:1:2::9', ['2001 db8', '2001 db8 1', '2001:db8:1:2::/64']],
  ['nowhere', ['unknown', 'unknown', 'unknown']],
])('has %s stand in the groups %j', (address, groups) => {
  expect(widerNetworksOf(networkOf(address))).toEqual(groups)
})
