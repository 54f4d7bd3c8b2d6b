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
      offset="calc(1rem + env(safe-area-inset-top, 0px))"
      mobileOffset={{ top: 'calc(0.75rem + env(safe-area-inset-top, 0px))' }}
      icons={{
        success: <CircleCheck size={20} strokeWidth={1.5} className="text-up" />,
        error: <CircleAlert size={20} strokeWidth={1.5} className="text-danger" />,
        info: <Info size={20} strokeWidth={1.5} className="text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-card bg-overlay px-4 py-3 text-14 text-text hairline font-text',
          title: 'font-medium',
          description: 'text-secondary',
          actionButton: 'min-h-11 px-2 font-semibold text-primary',
        },
      }}
    />
  )
}
