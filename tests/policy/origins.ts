import type { LiveServer } from '../../apps/server/src/testing/liveServer.ts'

interface Stored {
  readonly action: string
  readonly actor: string
  readonly role: string
  readonly request: string
  readonly address: string
  /** The role that the operator of that name has. */
  readonly held: string | null
}

/** What the audit log has noted, and of which entries it does not tell the role, the request or the address. */
export async function notedOrigins(server: LiveServer): Promise<{ actions: Set<string>; faults: string[] }> {
  const { rows } = await server.database.query<Stored>(
    `SELECT action, actor, audit.role, request, address, operator.role AS held
     FROM audit LEFT JOIN operator ON operator.name = actor`,
  )
  const actorOfRequest = new Map<string, string>()
  const isWhole = ({ actor, role, request, address, held }: Stored): boolean => {
    if (actor === 'server') return role === 'server' && request === '' && address === ''
    const other = actorOfRequest.get(request)
    actorOfRequest.set(request, actor)
    return role === held && request !== '' && address === '127.0.0.1' && (other === undefined || other === actor)
  }
  const faults = rows.filter((row) => !isWhole(row)).map((row) => JSON.stringify(row))
  return { actions: new Set(rows.map(({ action }) => action)), faults }
}
