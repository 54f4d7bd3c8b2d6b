import { ErrorState } from '@truemark/ui/primitives/ErrorState'

/** Shown when no language could be loaded, so that its words can only be English. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="The desk could not be loaded"
        text="Nothing was changed. Check your connection, then try again."
        retryLabel="Try again"
        onRetry={onRetry}
      />
    </main>
  )
}
