type Part = Promise<{ default: unknown }>

const parts: Readonly<Record<string, (tag: string) => Part>> = {
  disclosure: (tag) => import(`./${tag}/disclosure.json`, { with: { type: 'json' } }),
  errors: (tag) => import(`./${tag}/errors.json`, { with: { type: 'json' } }),
  guide: (tag) => import(`./${tag}/guide.json`, { with: { type: 'json' } }),
  mail: (tag) => import(`./${tag}/mail.json`, { with: { type: 'json' } }),
  notification: (tag) => import(`./${tag}/notification.json`, { with: { type: 'json' } }),
  showroom: (tag) => import(`./${tag}/showroom.json`, { with: { type: 'json' } }),
  successes: (tag) => import(`./${tag}/successes.json`, { with: { type: 'json' } }),
  verification: (tag) => import(`./${tag}/verification.json`, { with: { type: 'json' } }),
  wallet: (tag) => import(`./${tag}/wallet.json`, { with: { type: 'json' } }),
}

/**
 * Loads the texts that the server speaks in one language, by the names of their files: refusals, successes, what it sends
 * and what it writes for the desk.
 */
export async function serverTexts(tag: string): Promise<Readonly<Record<string, unknown>>> {
  const texts = Object.entries(parts).map(async ([name, load]) => [name, (await load(tag)).default] as const)
  return Object.fromEntries(await Promise.all(texts))
}
