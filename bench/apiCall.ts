import { apiPrefix } from '@truemark/protocol/routes/route'

/** Posts to the API and gives the data of its answer; throws where it was refused. `path` is below the API's prefix. */
export async function post(port: number, path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${apiPrefix}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const answer: unknown = await response.json()
  const data: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'data') : null
  if (!response.ok || typeof data !== 'object' || data === null) {
    throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
  }
  return { ...data }
}
