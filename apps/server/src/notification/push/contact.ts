interface Installation {
  readonly publicUrl: string | null
  /** The address alone of the desk's mail, and of the sender of mails; '' where there is none. */
  readonly mails: readonly string[]
}

/** Names that mean something on this machine or network alone, and those that stand in examples. */
const local =
  /^(?:localhost|.*\.(?:localhost|local|localdomain|internal|lan|home|test|invalid|example)|[\d.]+|\[.*\])$/i

function isPublic(host: string): boolean {
  return host.includes('.') && !local.test(host)
}

/**
 * By what push services can turn to who runs this installation (RFC 8292 wants an https address or a mailbox), or null
 * where nothing of it can be reached: Apple's refuses every push with a contact at localhost.
 */
export function contactOf({ publicUrl, mails }: Installation): string | null {
  if (publicUrl?.startsWith('https://') === true && isPublic(new URL(publicUrl).hostname))
    return new URL(publicUrl).origin
  const mail = mails.find((one) => isPublic(one.split('@', 2)[1] ?? ''))
  return mail === undefined ? null : `mailto:${mail}`
}

/** The address alone of a sender such as "Name <address>". */
export function addressIn(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
}
