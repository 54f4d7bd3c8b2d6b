// Faults of what servers tell each other: by each of them something could be done twice, or be told by who has no right to.

/** @type {import('./faults.mjs').Fault[]} */
export const busFaults = [
  {
    name: 'a gateway asks the core twice without a key',
    file: 'apps/server/src/engine/keyedExchange.ts',
    from: 'exchange.command(source, command, key ?? own())',
    to: 'exchange.command(source, command, key)',
    tests: ['apps/server/src/engine/remoteEngine.test.ts'],
  },
  {
    name: 'a core that was overtaken is believed',
    file: 'apps/server/src/engine/remoteEngine.ts',
    from: 'if (before !== null && beat.epoch < before.epoch) return',
    to: 'if (before !== null && beat.epoch < 0) return',
    tests: ['apps/server/src/engine/remoteEngine.test.ts'],
  },
  {
    name: 'what is played back on the bus is taken once more',
    file: 'apps/server/src/platform/bus/bus.ts',
    from: 'if (!(count > heard.count)) return',
    to: 'if (!(count > 0)) return',
    tests: ['apps/server/src/platform/bus/bus.test.ts'],
  },
  {
    name: 'the bus is believed whoever speaks',
    file: 'apps/server/src/platform/bus/envelope.ts',
    from: 'const sealed = envelope.subarray(1 + nonceBytes, envelope.length - tagBytes)\n    opened = Buffer.concat([decipher.update(sealed), decipher.final()])',
    to: 'const sealed = envelope.subarray(1 + nonceBytes, envelope.length - tagBytes)\n    opened = Buffer.concat([decipher.update(sealed)])',
    tests: ['apps/server/src/platform/bus/bus.test.ts'],
  },
]
