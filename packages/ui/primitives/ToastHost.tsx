import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster } from 'sonner'

/** Where toasts show; each goes after `durationMs` unless it says otherwise. */
export function ToastHost({ label, durationMs = 3000 }: { label: string; durationMs?: number }) {
  return (
    <Toaster
      position="top-center"
      duration={durationMs}
      visibleToasts={3}
      containerAriaLabel={label}
      // Below the strip that says that money or prices are not real.
      offset="calc(var(--strip, 0px) + 1rem)"
      mobileOffset={{ top: 'calc(var(--strip, 0px) + 0.5rem)' }}
      icons={{
        success: <CircleCheck size={20} strokeWidth={1.5} className="text-up" />,
        error: <CircleAlert size={20} strokeWidth={1.5} className="text-danger" />,
        info: <Info size={20} strokeWidth={1.5} className="text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          // What lies beneath stays within reach: a toast takes no tap but on its button.
          toast:
            'pointer-events-none flex w-full items-center gap-3 rounded-card bg-overlay px-4 py-3 text-14 text-text hairline font-text',
          title: 'font-medium',
          description: 'text-secondary',
          actionButton: 'pointer-events-auto min-h-11 px-2 font-semibold text-primary',
        },
      }}
    />
  )
}
