import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A server that stands before the product, as an operator's own would, and can bring a new version of the app. */
export interface Front {
  readonly address: string
  readonly renewedVersion: string
  /** From now on the service worker is another one, as after an update of the product. */
  renew(): void
  close(): void
}

const renewedVersion = 'renewed'

/**
 * Passes everything on to `address` but the service worker of a new version, and where the app finds the API: a product
 * that people reach at a public address, which no test can, is reached by this one.
 */
export async function standBefore(address: string): Promise<Front> {
  const { hostname, port } = new URL(address)
  let renewed = false
  const server = createServer((from, to) => {
    if (renewed && from.url === '/sw.js') {
      void renewedWorker(address).then((text) => to.writeHead(200, { 'content-type': 'text/javascript' }).end(text))
      return
    }
    if (from.url === '/config.json') {
      const own = `${from.headers.host ?? ''}`
      const found = { webUrl: `http://${own}`, webSoketUrl: `ws://${own}/ws` }
      to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
      return
    }
    const { method, url: path, headers } = from
    const on = request({ hostname, port, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    on.on('error', () => to.destroy())
    from.pipe(on)
  })
  server.on('upgrade', (from, socket, head) => {
    const on = connect(Number(port), hostname, () => {
      const lines = Array.from({ length: from.rawHeaders.length / 2 }, (_, at) =>
        from.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
      )
      on.write(`GET ${from.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      on.write(head)
      socket.pipe(on).pipe(socket)
    })
    for (const end of [on, socket]) end.on('error', () => [on, socket].forEach((each) => each.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = server.address()
  return {
    address: `http://127.0.0.1:${isAddress(own) ? own.port : 0}`,
    renewedVersion,
    renew: () => void (renewed = true),
    close: () => server.close().closeAllConnections(),
  }
}

async function renewedWorker(address: string): Promise<string> {
  const text = await (await fetch(`${address}/sw.js`)).text()
  return text.replace(/^const version = .*$/m, `const version = '${renewedVersion}'`)
}

function isAddress(own: string | AddressInfo | null): own is AddressInfo {
  return typeof own === 'object' && own !== null
}
