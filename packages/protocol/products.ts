/** The products that pay later, each a folder under its name in every room. Places are for ever: tables keep them. */
export const wealthProducts = ['mining', 'invest', 'ieo'] as const
export type WealthProduct = (typeof wealthProducts)[number]

/** Those of them that take what is put in out of its account until they pay. */
export const investedProducts = ['invest', 'ieo'] as const satisfies readonly WealthProduct[]

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
