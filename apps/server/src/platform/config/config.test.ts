import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import type { Setting } from './settingParts.ts'
import { settings } from './settings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('settings', () => {
  it('have defaults that are allowed', () => {
    const config = readConfig({}, folder)
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', publicUrl: null, databaseUrl: null, feed: 'auto' })
    expect(config.dataFolder).toBe(join(folder, 'data'))
    expect(config.keysFolder).toBe(join(folder, 'data/keys'))
    // beside the data folder's own, whichever database there is
    expect(readConfig({ DATA_DIR: '/d', DATABASE_URL: 'postgres://a@b:1/c' }, folder).keysFolder).toBe('/d/keys')
    expect(readConfig({ DATA_DIR: '/d', KEYS_DIR: '/k' }, folder).keysFolder).toBe('/k')
  })

  it('come from the environment before the file', () => {
    writeFileSync(join(folder, 'truemark.config.json'), JSON.stringify({ PORT: 9000, FEED: 'simulated' }))
    expect(readConfig({ PORT: '9100' }, folder)).toMatchObject({ port: 9100, feed: 'simulated' })
    expect(readConfig({ PORT: '' }, folder).port).toBe(9000)
  })

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT is "http"; it must be a whole number from 0 to 65535 (0 takes any free port).'],
    [{ PORT: '65536' }, 'PORT is "65536"; it must be a whole number from 0 to 65535 (0 takes any free port).'],
    [{ FEED: 'rigged' }, 'FEED is "rigged"; it must be auto, live, replay or simulated.'],
    [{ FEED: 'replay' }, 'FEED is replay, so REPLAY_FILE must name the file to play.'],
    [{ STANDBY: 'yes' }, 'STANDBY is yes, so DATABASE_URL must name the database that both servers use.'],
    [{ ROLE: 'engine' }, 'ROLE is "engine"; it must be all, core, gateway or worker.'],
    [
      { ROLE: 'core', BUS_URL: 'nats://bus' },
      'ROLE is core, so DATABASE_URL must name the database that all servers use.',
    ],
    [
      { ROLE: 'gateway', DATABASE_URL: 'postgres://db/x' },
      'ROLE is gateway, so BUS_URL must name the bus of all servers.',
    ],
    [
      { ROLE: 'gateway', STANDBY: 'yes', DATABASE_URL: 'postgres://db/x', BUS_URL: 'nats://bus' },
      'ROLE is gateway, which never leads, so STANDBY must be no.',
    ],
    [
      { ROLE: 'worker', STANDBY: 'yes', DATABASE_URL: 'postgres://db/x', BUS_URL: 'nats://bus' },
      'ROLE is worker, which never leads, so STANDBY must be no.',
    ],
    [
      { ROLE: 'worker', DATABASE_URL: 'postgres://db/x' },
      'ROLE is worker, so BUS_URL must name the bus of all servers.',
    ],
    [
      { BUS_URL: 'nats://core:hunter2@a,http://b' },
      'BUS_URL is not valid; it must be one or more addresses such as tls://user:password@host:4222, separated by commas.',
    ],
    [
      { FILES_URL: 'https://key:hunter2@s3/bucket' },
      'FILES_URL is not valid; it must be a bucket’s address such as https://s3.example.org/bucket, without a user or a question.',
    ],
    [{ FILES_URL: 's3://bucket' }, 'FILES_URL is not valid; it must be a bucket’s address'],
    [{ FILES_URL: 'https://s3/bucket?x' }, 'FILES_URL is not valid; it must be a bucket’s address'],
    [{ FILES_URL: 'https://s3/bucket' }, 'FILES_URL names a bucket, so FILES_KEY_ID and FILES_SECRET must be set.'],
    [{ FILES_PREFIX: 'a/../b' }, 'FILES_PREFIX is "a/../b"; it must be names of'],
    [{ FILES_SECRET: 'hunter 2' }, 'FILES_SECRET is not valid; it must be an access key’s secret, without spaces.'],
    [{ TAKEOVER_AFTER: '499' }, 'TAKEOVER_AFTER is "499"; it must be a whole number from 500 to 60000.'],
    [
      { PUBLIC_URL: 'https://x.example/path' },
      'PUBLIC_URL is "https://x.example/path"; it must be an origin such as https://trade.example.org, without a path.',
    ],
    [
      { DATABASE_URL: 'mysql://root:hunter2@db/x' },
      'DATABASE_URL is not valid; it must be an address such as postgres://user:password@host:5432/name.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; it must be fatal, error, warn, info, debug, trace or silent.'],
  ]
  it.each(wrong)('refuses %j in one sentence', (environment, sentence) => {
    expect(() => readConfig(environment, folder)).toThrow(sentence)
  })

  it('refuses a config file that is not there, not JSON, or names what is no setting', () => {
    const path = join(folder, 'own.json')
    expect(() => readConfig({ TRUEMARK_CONFIG: 'own.json' }, folder)).toThrow(
      `The config file ${path} can't be read (ENOENT).`,
    )
    writeFileSync(path, '{')
    expect(() => readConfig({ TRUEMARK_CONFIG: 'own.json' }, folder)).toThrow('is not JSON')
    writeFileSync(path, '{"PROT": 1}')
    expect(() => readConfig({ TRUEMARK_CONFIG: 'own.json' }, folder)).toThrow('names PROT, which is not a setting.')
  })
})

describe('docs/operating/configuration.md', () => {
  it('holds one row for each setting, as the table in the code has it', () => {
    const page = readFileSync(new URL('../../../../../docs/operating/configuration.md', import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    expect(cells).toEqual(Object.values<Setting>(settings).map(rowOf))
  })
})

function rowOf(setting: Setting): string[] {
  const fallback = setting.fallback === '' ? '–' : `\`${setting.fallback}\``
  return [`\`${setting.name}\``, fallback, setting.allowed, setting.meaning]
}
