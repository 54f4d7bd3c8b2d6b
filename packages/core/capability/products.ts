/**
 * The products that pay later, each a folder under its name in every room, and what the kernel knows of them. Their places
 * are for ever: the journal and tables keep them, behind what is no such product.
 */
export const wealthProducts = ['mining', 'invest', 'ieo'] as const
export type WealthProduct = (typeof wealthProducts)[number]

/** What an operator switches on for real accounts, country by country. */
export const products = ['spot', 'contract', 'perpetual', 'option', ...wealthProducts] as const
export type Product = (typeof products)[number]

/** Something of each product. */
export function perProduct<Each>(of: (product: Product) => Each): Record<Product, Each> {
  return {
    spot: of('spot'),
    contract: of('contract'),
    perpetual: of('perpetual'),
    option: of('option'),
    mining: of('mining'),
    invest: of('invest'),
    ieo: of('ieo'),
  }
}

/** Those that take what is put in out of its account until they pay. */
export const investedProducts = ['invest', 'ieo'] as const satisfies readonly WealthProduct[]

/** Those that hold what is put in where it is. */
export const holdingProducts = ['mining', 'ieo'] as const satisfies readonly WealthProduct[]

/** How the ledger calls what they hold. */
export type WealthHold = 'lock_mining' | 'ieo'

/** Every reason for which they refuse a command, and nothing else does. */
export const wealthReasons = [
  // locked mining
  'mining_unknown',
  'mining_off',
  'mining_terms_changed',
  'mining_amount_too_small',
  'mining_amount_too_large',
  'mining_capacity_full',
  'mining_pool_short',
  'mining_terms_invalid',
  'mining_source_missing',
  'mining_rate_out_of_range',
  'mining_day_begun',
  'mining_day_published',
  // invest
  'invest_product_unknown',
  'invest_sale_ended',
  'invest_shares_min',
  'invest_shares_short',
  'invest_pool_short',
  'invest_terms_invalid',
  'invest_source_missing',
  // launches
  'ieo_project_unknown',
  'ieo_window_closed',
  'ieo_application_too_small',
  'ieo_application_too_large',
  'ieo_terms_invalid',
  'ieo_supply_missing',
  'ieo_text_missing',
] as const
