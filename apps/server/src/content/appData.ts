import type { LocaleId } from '@truemark/protocol/locale'
import type { AppFields } from '@truemark/protocol/routes/content'
import type { Database } from '../platform/postgres/database.ts'
import { writeMoment } from './moment.ts'
import { appDefaults, readAppFields } from './store.ts'

const freshFor = 5_000

/** App data kept in memory: asked on every page load, changed once in a while by an operator. */
export class AppData {
  readonly #database: Database
  #fields: AppFields = appDefaults
  #readAt = Number.NEGATIVE_INFINITY

  private constructor(database: Database) {
    this.#database = database
  }

  static async load(database: Database): Promise<AppData> {
    const appData = new AppData(database)
    await appData.refresh()
    return appData
  }

  /** The fields as they were last read; another process's change is seen within five seconds. */
  async fields(): Promise<AppFields> {
    if (performance.now() - this.#readAt > freshFor) await this.refresh()
    return this.#fields
  }

  /** The origins besides this installation's own that its marks are loaded from. */
  get imageOrigins(): readonly string[] {
    const { app_logo, app_favicon, official_logo } = this.#fields
    const elsewhere = [app_logo, app_favicon, official_logo].filter((address) => /^https?:/.test(address))
    return [...new Set(elsewhere.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : [])))]
  }

  get name(): string {
    return this.#fields.app_name
  }

  /** A moment (UTC ms) as a letter says it, with the zone that it is written in. */
  momentText(time: number, lang: LocaleId): string {
    const { text, zone } = writeMoment(time, this.#fields, lang)
    return `${text} ${zone}`
  }

  /** The same in two parts, for a letter that names the zone once. */
  moment(time: number, lang: LocaleId): { text: string; zone: string } {
    return writeMoment(time, this.#fields, lang)
  }

  async refresh(): Promise<void> {
    this.#fields = await readAppFields(this.#database)
    this.#readAt = performance.now()
  }
}
