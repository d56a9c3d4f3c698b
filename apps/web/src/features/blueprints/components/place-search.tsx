import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { geocodingQueryCharactersMax, mapService } from "../../../lib/map-service.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { type FoundPlace, placeSearchQuery } from "../place-search.queries.ts";

// Each keystroke would be a request to the external service.
const waitMs = mapService === null ? 60 : 300;

/** Finds a city by name, or an address when an external service is configured. */
export function PlaceSearch({ onFound }: { readonly onFound: (place: FoundPlace) => void }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  // A chosen result fills the field without starting a new search.
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = text === chosen ? "" : text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), waitMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isFetching, isError } = useQuery(placeSearchQuery(asked));
  const isSearching = wanted !== asked || isFetching;
  return (
    <Combobox
      label={mapService === null ? "Find a city" : "Find an address or a city"}
      placeholder={mapService === null ? "Bergen, Norway" : "Quay 1, Bergen"}
      maxLength={geocodingQueryCharactersMax}
      text={text}
      onText={setText}
      isAsked={wanted !== ""}
      options={wanted === "" || isError ? [] : (data?.places ?? [])}
      isSearching={isSearching}
      nothing={
        isError
          ? "Couldn't load the list of cities. Set the pin by hand or enter coordinates."
          : mapService === null
            ? "No matching cities. Set the pin by hand or enter coordinates."
            : "No results. Set the pin by hand or enter coordinates."
      }
      note={
        data?.isWithoutStreets === true ? "The map service isn't responding, so you can only search cities." : undefined
      }
      onChoose={(place) => {
        setText(place.label);
        setChosen(place.label);
        onFound(place);
      }}
    />
  );
}
