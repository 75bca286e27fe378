/** The look of the bar at the bottom of an issue's page. */
export const BAR =
  "@container sticky bottom-0 z-10 flex flex-col gap-2 border-border border-t bg-surface px-7 py-3 outline-none " +
  "max-lg:bottom-(--toasts) max-md:px-4 max-md:pt-2 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]";
