import { makeFolder, startProduct } from '../product.ts'
import { test as staged, type WorkerParts } from './stage.ts'

/** A server of its own, on which nobody decides alone, and whose markets and operators no other journey counts. */
export const test = staged.extend<object, Pick<WorkerParts, 'product'>>({
  product: [
    async ({ pushes }, use) => {
      const folder = makeFolder()
      const product = await startProduct(folder, { SINGLE_OPERATOR: 'no', PUSH_ORIGINS: pushes.origin })
      await use(product)
      await product.stop()
      await folder.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export const desktop = { width: 1440, height: 900 }
