// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {ContractWallet, DelegateWithoutErc1271} from "../mocks/ContractWallet.sol";

contract StopBySigTest is EscrowTest {
    function test_stopBySig_freezesTheMeter_sentByAnyone() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = sign(escrow.getStopDigest(id), PAYER_KEY);
        vm.warp(NOW + 90);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Stopped(id, uint40(NOW + 90));
        vm.prank(stranger);
        escrow.stopBySig(terms, signature);
        assertState(id, MeterStatus.Open, NOW, NOW + 90, 0);
    }

    function test_stopBySig_succeeds_forAContractWallet() public {
        MeterTerms memory terms = defaultTerms();
        terms.payer = address(new ContractWallet(payer));
        token.mint(terms.payer, DEPOSIT);
        bytes memory opening = abi.encodePacked(hex"01", signOpening(terms, PAYER_KEY));
        vm.prank(operator);
        bytes32 id = escrow.open(terms, opening);
        escrow.stopBySig(terms, abi.encodePacked(hex"01", sign(escrow.getStopDigest(id), PAYER_KEY)));
        assertState(id, MeterStatus.Open, NOW, NOW, 0);
    }

    function test_stopBySig_succeeds_forADelegatedKey() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        vm.etch(payer, address(new DelegateWithoutErc1271()).code);
        escrow.stopBySig(terms, sign(escrow.getStopDigest(id), PAYER_KEY));
        assertState(id, MeterStatus.Open, NOW, NOW, 0);
    }

    // docs/money.md, rule 1
    function test_stopBySig_reverts_whenSignedByAnother() public {
        MeterTerms memory terms = openDefault();
        expectInvalid(terms, sign(escrow.getStopDigest(escrow.getId(terms)), 0xBAD));
    }

    /// @dev A signature that recovers to the zero address must not pass as the zero address's signature.
    function test_stopBySig_reverts_whenThePayerIsZeroAndTheSignatureMalformed() public {
        MeterTerms memory terms = defaultTerms();
        terms.payer = address(0);
        expectInvalid(terms, hex"00");
    }

    function test_stopBySig_reverts_whenSignedByAnotherForAContractWallet() public {
        MeterTerms memory terms = defaultTerms();
        terms.payer = address(new ContractWallet(payer));
        token.mint(terms.payer, DEPOSIT);
        bytes memory opening = abi.encodePacked(hex"01", signOpening(terms, PAYER_KEY));
        vm.prank(operator);
        bytes32 id = escrow.open(terms, opening);
        expectInvalid(terms, abi.encodePacked(hex"01", sign(escrow.getStopDigest(id), 0xBAD)));
    }

    function test_stopBySig_reverts_whenSignedForAnotherMeterEscrowOrChain() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        expectInvalid(terms, sign(escrow.getStopDigest(keccak256("another")), PAYER_KEY));
        expectInvalid(terms, sign(deployEscrow().getStopDigest(id), PAYER_KEY));
        expectInvalid(terms, sign(id, PAYER_KEY));
        expectInvalid(terms, signOpening(terms, PAYER_KEY));
        expectInvalid(terms, "");
    }

    function test_stopBySig_reverts_whenRepeated() public {
        MeterTerms memory terms = openDefault();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = sign(escrow.getStopDigest(id), PAYER_KEY);
        escrow.stopBySig(terms, signature);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.AlreadyStopped.selector, id, NOW));
        escrow.stopBySig(terms, signature);
    }

    function test_stopBySig_reverts_whenNotOpen() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        bytes memory signature = sign(escrow.getStopDigest(id), PAYER_KEY);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        escrow.stopBySig(terms, signature);
    }

    function expectInvalid(MeterTerms memory terms, bytes memory signature) private {
        bytes32 id = escrow.getId(terms);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.StopSignatureInvalid.selector, id, terms.payer));
        escrow.stopBySig(terms, signature);
    }
}
