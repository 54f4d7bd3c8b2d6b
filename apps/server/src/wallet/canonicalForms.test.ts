import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '../platform/postgres/migrate.ts'
import { createTestDatabase, migrationsFolder } from '../platform/postgres/testDatabase.ts'

const firstCanonical = '0392'
const hex = `0x${'ab'.repeat(20)}`
const upperHex = `0x${'AB'.repeat(20)}`
const bech = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const id = 'ab12cd34'.repeat(8)

it('what is kept already comes into its canonical form, and no address is two people’s any more', async () => {
  const test = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'truemark-canonical-'))
  try {
    const { database } = test
    await database.query('DROP SCHEMA public CASCADE')
    await database.query('CREATE SCHEMA public')
    const files = readdirSync(migrationsFolder)
    const bring = (wanted: readonly string[]): void => {
      for (const file of wanted) copyFileSync(join(migrationsFolder, file), join(folder, file))
    }
    bring(files.filter((file) => file < firstCanonical))
    await migrate(database, folder)
    await database.query(`INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw) VALUES
      ('BTC', 'Bitcoin', 'Bitcoin', '${bech.toUpperCase()}', true, true), ('USDT', 'ERC20', 'ERC20', '', false, true)`)
    await database.query(`INSERT INTO deposit_address (currency, network, address, user_id, assigned_at) VALUES
      ('USDT', 'ERC20', '${hex}', NULL, NULL), ('USDT', 'ERC20', '${upperHex}', 7, now()),
      ('USDT', 'ERC20', '${hex.replace('ab', 'AB')}', 8, now() + interval '1 hour'),
      ('BTC', 'Bitcoin', '${bech}', 9, now())`)
    await database.query('ALTER TABLE deposit_claim DROP CONSTRAINT deposit_claim_file_id_fkey')
    const spellings = [
      id.toUpperCase(),
      `0x${id}`,
      `https://etherscan.io/tx/0x${id}`,
      `${id}\u200B`,
      `ab12 ${id.slice(4)}`,
    ]
    for (const spelling of [...spellings, '0xAB', 'Wire/118']) {
      await database.query(
        'INSERT INTO deposit_claim (user_id, network, transaction_id, file_id) VALUES (1, $1, $2, 1)',
        ['ERC20', spelling],
      )
    }
    bring(files)
    await migrate(database, folder)
    const { rows } = await database.query('SELECT user_id, doubled FROM deposit_address ORDER BY id')
    expect(rows).toEqual([
      { user_id: null, doubled: true },
      { user_id: '7', doubled: false },
      { user_id: '8', doubled: true },
      { user_id: '9', doubled: true },
    ])
    const shared = await database.query(`SELECT address FROM wallet_network WHERE currency = 'BTC'`)
    expect(shared.rows).toEqual([{ address: bech }])
    const claims = await database.query<{ transaction_id: string }>(
      'SELECT transaction_id FROM deposit_claim ORDER BY id',
    )
    expect(claims.rows.map((row) => row.transaction_id)).toEqual([...spellings.map(() => id), 'ab', 'Wire/118'])
  } finally {
    await test.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
