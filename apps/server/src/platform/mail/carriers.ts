import { createTransport } from 'nodemailer'
import type { RenderedMail } from './render.ts'

/** What takes a mail to its reader; throws where it could not. */
export interface MailCarrier {
  send(to: string, mail: RenderedMail): Promise<void>
  close(): void
}

/** What takes a text message to its reader; throws where it could not. */
export interface SmsCarrier {
  send(to: string, text: string): Promise<void>
}

const timeout = 15_000
const connectionsMax = 2

/** Sends through the operator's mail server. */
export function smtpCarrier(url: string, from: string): MailCarrier {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: connectionsMax,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      // Nothing of a mail may come from a file or an address that a value names.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    send: async (to, mail) => {
      const { subject, text, leave } = mail
      // mail programs show a button of their own for it
      const list = leave === null ? {} : { list: { unsubscribe: leave } }
      await transport.sendMail({ to: { name: '', address: to }, subject, text, ...list })
    },
    close: () => transport.close(),
  }
}

/** Posts `{ "to", "text" }` to the operator's gateway for text messages. */
export function httpSmsCarrier(url: string, token: string | null): SmsCarrier {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  return {
    send: async (to, text) => {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the gateway answered with ${response.status}`)
    },
  }
}
