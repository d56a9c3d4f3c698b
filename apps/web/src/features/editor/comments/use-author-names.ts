import type { Blueprint } from "@blueprint/contract/blueprints";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDocument } from "../use-editor-room.ts";
import { commentAuthorsQuery, membersQuery } from "./comments.queries.ts";

/**
 * Resolves a comment author's name by user id; empty while loading. Guests of a team only learn the names of people who
 * commented here.
 */
export function useAuthorNames(blueprint: Blueprint): (userId: string) => string {
  const { scene } = useDocument();
  const members = useQuery(membersQuery(blueprint.teamId));
  const known = new Map<string, string>(members.data?.map(({ userId, name }) => [userId, name]));
  const written = new Set(scene.threads.flatMap(({ comments }) => comments.map(({ author }) => author)));
  const unknown = members.isPending ? [] : [...written].filter((author) => !known.has(author));
  const asked = useQuery({ ...commentAuthorsQuery(blueprint.id, unknown), placeholderData: keepPreviousData });
  for (const { userId, name } of asked.data ?? []) if (!known.has(userId)) known.set(userId, name);
  const isAsking = members.isLoading || asked.isLoading;
  return (userId) => known.get(userId) ?? (isAsking ? "" : "Someone");
}
