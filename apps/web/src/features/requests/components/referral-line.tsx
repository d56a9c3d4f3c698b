/** For operators: who made the referral, and whether it was rewarded. */
export function ReferralLine({ code, isCredited }: { readonly code: string; readonly isCredited: boolean }) {
  return (
    <p className="text-ink-soft">
      Referred with the code <span className="font-mono">{code}</span>
      {isCredited ? ", whose owner received a credit" : ""}.
    </p>
  );
}
