import type { Queryable } from '../../platform/postgres/database.ts'

/** Notes by which key a network speaks; where it was another, the numbers of its messages begin anew. Times in ms. */
export async function takeKey(
  client: Queryable,
  { network, fingerprint, now }: { readonly network: string; readonly fingerprint: string; readonly now: number },
): Promise<void> {
  const first = await client.query(
    'INSERT INTO chain_key (network, fingerprint, since) VALUES ($1, $2, $3) ON CONFLICT (network) DO NOTHING RETURNING 1',
    [network, fingerprint, now],
  )
  if (first.rows.length > 0) return
  const { rows } = await client.query(
    'UPDATE chain_key SET fingerprint = $2, since = $3 WHERE network = $1 AND fingerprint <> $2 RETURNING 1',
    [network, fingerprint, now],
  )
  if (rows.length === 0) return
  await client.query('UPDATE chain_payment SET sequence = 0 WHERE network = $1 AND sequence > 0', [network])
  await client.query('UPDATE payout_order SET sequence = 0 WHERE network = $1 AND sequence > 0', [network])
}
