import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

const mailWait = 30_000

/** A mail as it arrived. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail server that keeps what it is sent. */
export interface Mailbox {
  readonly url: string
  readonly mails: readonly Mail[]
  /** The last mail to somebody whose text matches; waits for it. */
  wait(to: string, pattern: RegExp, after?: number): Promise<Mail>
  close(): Promise<void>
}

/** Opens a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join()
      simpleParser(stream).then(
        ({ subject, text }) => {
          mails.push({ to, subject: subject ?? '', text: text ?? '' })
          done()
        },
        (error: Error) => done(error),
      )
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async wait(to, pattern, after = 0) {
      const end = performance.now() + mailWait
      while (performance.now() < end) {
        const found = mails.slice(after).findLast((mail) => mail.to === to && pattern.test(mail.text))
        if (found !== undefined) return found
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`no such mail came to ${to}`)
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
