import type { VenueFact } from "@blueprint/contract/opening-hours";
import { listWebDomains } from "../../platform/outbound/web-domain.ts";

/** Mail services that give anyone an address, and hosts that give anyone a page: neither belongs to a venue. */
const sharedDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com google.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com
  yahoo.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de ymail.com rocketmail.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me tutanota.com tuta.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de mail.com mail.ru
  inbox.ru list.ru bk.ru yandex.com yandex.ru ya.ru zoho.com zohomail.com fastmail.com hey.com hushmail.com
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com qq.com foxmail.com 163.com 126.com sina.com naver.com
  daum.net hanmail.net rediffmail.com freenet.de t-online.de arcor.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr
  libero.it virgilio.it tiscali.it alice.it terra.com.br uol.com.br bol.com.br seznam.cz centrum.cz wp.pl o2.pl onet.pl
  interia.pl abv.bg btinternet.com sky.com comcast.net verizon.net att.net sbcglobal.net cox.net bell.net rogers.com
  bigpond.com optusnet.com.au facebook.com instagram.com x.com twitter.com linkedin.com youtube.com youtu.be tiktok.com
  pinterest.com t.me wa.me whatsapp.com linktr.ee bit.ly goo.gl github.io github.com gitlab.io wordpress.com
  blogspot.com tumblr.com medium.com substack.com wixsite.com wix.com weebly.com squarespace.com webflow.io netlify.app
  vercel.app pages.dev herokuapp.com firebaseapp.com web.app azurewebsites.net amazonaws.com cloudfront.net
  sites.google.com maps.google.com notion.site carrd.co jimdo.com jimdosite.com strikingly.com tripadvisor.com
  yelp.com booking.com airbnb.com opentable.com eventbrite.com wikipedia.org`.split(/\s+/),
);

/** Whether anyone can get an address or a page at a domain. */
export function isSharedDomain(domain: string): boolean {
  return sharedDomains.has(domain);
}

/** Web domains that published facts name as the venue's. */
export function listVenueDomains(facts: readonly VenueFact[]): string[] {
  const named = facts.flatMap(({ label, text }) => listWebDomains(`${label} ${text}`));
  return [...new Set(named)].filter((domain) => !isSharedDomain(domain));
}
